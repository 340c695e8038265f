import bots from '../../../../src/spielgeld/texts/de/page/bots.json';
import cards from '../../../../src/spielgeld/texts/de/page/cards.json';
import common from '../../../../src/spielgeld/texts/de/page/common.json';
import hand from '../../../../src/spielgeld/texts/de/page/hand.json';
import log from '../../../../src/spielgeld/texts/de/page/log.json';
import start from '../../../../src/spielgeld/texts/de/page/start.json';
import table from '../../../../src/spielgeld/texts/de/page/table.json';
import refusals from '../../../../src/spielgeld/texts/de/refusals.json';

export default { bots, cards, common, hand, log, refusals, start, table };
