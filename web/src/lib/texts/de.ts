import advice from '../../../../src/spielgeld/texts/de/page/advice.json';
import bots from '../../../../src/spielgeld/texts/de/page/bots.json';
import cards from '../../../../src/spielgeld/texts/de/page/cards.json';
import common from '../../../../src/spielgeld/texts/de/page/common.json';
import hand from '../../../../src/spielgeld/texts/de/page/hand.json';
import learn from '../../../../src/spielgeld/texts/de/page/learn.json';
import log from '../../../../src/spielgeld/texts/de/page/log.json';
import pad from '../../../../src/spielgeld/texts/de/page/pad.json';
import replay from '../../../../src/spielgeld/texts/de/page/replay.json';
import rules from '../../../../src/spielgeld/texts/de/page/rules.json';
import scoring from '../../../../src/spielgeld/texts/de/page/scoring.json';
import start from '../../../../src/spielgeld/texts/de/page/start.json';
import table from '../../../../src/spielgeld/texts/de/page/table.json';
import refusals from '../../../../src/spielgeld/texts/de/refusals.json';

export default { advice, bots, cards, common, hand, learn, log, pad, refusals, replay, rules, scoring, start, table };
