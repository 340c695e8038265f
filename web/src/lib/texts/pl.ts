import bots from '../../../../src/spielgeld/texts/pl/page/bots.json';
import cards from '../../../../src/spielgeld/texts/pl/page/cards.json';
import common from '../../../../src/spielgeld/texts/pl/page/common.json';
import hand from '../../../../src/spielgeld/texts/pl/page/hand.json';
import log from '../../../../src/spielgeld/texts/pl/page/log.json';
import start from '../../../../src/spielgeld/texts/pl/page/start.json';
import table from '../../../../src/spielgeld/texts/pl/page/table.json';
import refusals from '../../../../src/spielgeld/texts/pl/refusals.json';

export default { bots, cards, common, hand, log, refusals, start, table };
