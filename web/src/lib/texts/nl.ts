import bots from '../../../../src/spielgeld/texts/nl/page/bots.json';
import cards from '../../../../src/spielgeld/texts/nl/page/cards.json';
import common from '../../../../src/spielgeld/texts/nl/page/common.json';
import hand from '../../../../src/spielgeld/texts/nl/page/hand.json';
import log from '../../../../src/spielgeld/texts/nl/page/log.json';
import start from '../../../../src/spielgeld/texts/nl/page/start.json';
import table from '../../../../src/spielgeld/texts/nl/page/table.json';
import refusals from '../../../../src/spielgeld/texts/nl/refusals.json';

export default { bots, cards, common, hand, log, refusals, start, table };
