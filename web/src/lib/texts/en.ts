import advice from '../../../../src/spielgeld/texts/en/page/advice.json';
import bots from '../../../../src/spielgeld/texts/en/page/bots.json';
import cards from '../../../../src/spielgeld/texts/en/page/cards.json';
import common from '../../../../src/spielgeld/texts/en/page/common.json';
import hand from '../../../../src/spielgeld/texts/en/page/hand.json';
import learn from '../../../../src/spielgeld/texts/en/page/learn.json';
import log from '../../../../src/spielgeld/texts/en/page/log.json';
import pad from '../../../../src/spielgeld/texts/en/page/pad.json';
import replay from '../../../../src/spielgeld/texts/en/page/replay.json';
import rules from '../../../../src/spielgeld/texts/en/page/rules.json';
import scoring from '../../../../src/spielgeld/texts/en/page/scoring.json';
import start from '../../../../src/spielgeld/texts/en/page/start.json';
import table from '../../../../src/spielgeld/texts/en/page/table.json';
import refusals from '../../../../src/spielgeld/texts/en/refusals.json';

export default { advice, bots, cards, common, hand, learn, log, pad, refusals, replay, rules, scoring, start, table };
