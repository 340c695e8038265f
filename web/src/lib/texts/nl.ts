import advice from '../../../../src/spielgeld/texts/nl/page/advice.json';
import bots from '../../../../src/spielgeld/texts/nl/page/bots.json';
import cards from '../../../../src/spielgeld/texts/nl/page/cards.json';
import common from '../../../../src/spielgeld/texts/nl/page/common.json';
import hand from '../../../../src/spielgeld/texts/nl/page/hand.json';
import learn from '../../../../src/spielgeld/texts/nl/page/learn.json';
import log from '../../../../src/spielgeld/texts/nl/page/log.json';
import pad from '../../../../src/spielgeld/texts/nl/page/pad.json';
import replay from '../../../../src/spielgeld/texts/nl/page/replay.json';
import rules from '../../../../src/spielgeld/texts/nl/page/rules.json';
import scoring from '../../../../src/spielgeld/texts/nl/page/scoring.json';
import start from '../../../../src/spielgeld/texts/nl/page/start.json';
import table from '../../../../src/spielgeld/texts/nl/page/table.json';
import refusals from '../../../../src/spielgeld/texts/nl/refusals.json';

export default { advice, bots, cards, common, hand, learn, log, pad, refusals, replay, rules, scoring, start, table };
