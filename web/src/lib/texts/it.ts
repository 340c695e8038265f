import bots from '../../../../src/spielgeld/texts/it/page/bots.json';
import cards from '../../../../src/spielgeld/texts/it/page/cards.json';
import common from '../../../../src/spielgeld/texts/it/page/common.json';
import hand from '../../../../src/spielgeld/texts/it/page/hand.json';
import log from '../../../../src/spielgeld/texts/it/page/log.json';
import start from '../../../../src/spielgeld/texts/it/page/start.json';
import table from '../../../../src/spielgeld/texts/it/page/table.json';
import refusals from '../../../../src/spielgeld/texts/it/refusals.json';

export default { bots, cards, common, hand, log, refusals, start, table };
