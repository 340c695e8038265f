import advice from '../../../../src/spielgeld/texts/fr/page/advice.json';
import bots from '../../../../src/spielgeld/texts/fr/page/bots.json';
import cards from '../../../../src/spielgeld/texts/fr/page/cards.json';
import common from '../../../../src/spielgeld/texts/fr/page/common.json';
import hand from '../../../../src/spielgeld/texts/fr/page/hand.json';
import learn from '../../../../src/spielgeld/texts/fr/page/learn.json';
import log from '../../../../src/spielgeld/texts/fr/page/log.json';
import pad from '../../../../src/spielgeld/texts/fr/page/pad.json';
import replay from '../../../../src/spielgeld/texts/fr/page/replay.json';
import rules from '../../../../src/spielgeld/texts/fr/page/rules.json';
import scoring from '../../../../src/spielgeld/texts/fr/page/scoring.json';
import start from '../../../../src/spielgeld/texts/fr/page/start.json';
import table from '../../../../src/spielgeld/texts/fr/page/table.json';
import refusals from '../../../../src/spielgeld/texts/fr/refusals.json';

export default { advice, bots, cards, common, hand, learn, log, pad, refusals, replay, rules, scoring, start, table };
