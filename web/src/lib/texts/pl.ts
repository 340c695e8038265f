import advice from '../../../../src/spielgeld/texts/pl/page/advice.json';
import bots from '../../../../src/spielgeld/texts/pl/page/bots.json';
import cards from '../../../../src/spielgeld/texts/pl/page/cards.json';
import common from '../../../../src/spielgeld/texts/pl/page/common.json';
import hand from '../../../../src/spielgeld/texts/pl/page/hand.json';
import learn from '../../../../src/spielgeld/texts/pl/page/learn.json';
import log from '../../../../src/spielgeld/texts/pl/page/log.json';
import pad from '../../../../src/spielgeld/texts/pl/page/pad.json';
import replay from '../../../../src/spielgeld/texts/pl/page/replay.json';
import rules from '../../../../src/spielgeld/texts/pl/page/rules.json';
import scoring from '../../../../src/spielgeld/texts/pl/page/scoring.json';
import start from '../../../../src/spielgeld/texts/pl/page/start.json';
import table from '../../../../src/spielgeld/texts/pl/page/table.json';
import refusals from '../../../../src/spielgeld/texts/pl/refusals.json';

export default { advice, bots, cards, common, hand, learn, log, pad, refusals, replay, rules, scoring, start, table };
