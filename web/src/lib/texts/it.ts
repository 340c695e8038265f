import advice from '../../../../src/spielgeld/texts/it/page/advice.json';
import bots from '../../../../src/spielgeld/texts/it/page/bots.json';
import cards from '../../../../src/spielgeld/texts/it/page/cards.json';
import common from '../../../../src/spielgeld/texts/it/page/common.json';
import hand from '../../../../src/spielgeld/texts/it/page/hand.json';
import learn from '../../../../src/spielgeld/texts/it/page/learn.json';
import log from '../../../../src/spielgeld/texts/it/page/log.json';
import pad from '../../../../src/spielgeld/texts/it/page/pad.json';
import replay from '../../../../src/spielgeld/texts/it/page/replay.json';
import rules from '../../../../src/spielgeld/texts/it/page/rules.json';
import scoring from '../../../../src/spielgeld/texts/it/page/scoring.json';
import start from '../../../../src/spielgeld/texts/it/page/start.json';
import table from '../../../../src/spielgeld/texts/it/page/table.json';
import refusals from '../../../../src/spielgeld/texts/it/refusals.json';

export default { advice, bots, cards, common, hand, learn, log, pad, refusals, replay, rules, scoring, start, table };
