import bots from '../../../../src/spielgeld/texts/en/page/bots.json';
import cards from '../../../../src/spielgeld/texts/en/page/cards.json';
import common from '../../../../src/spielgeld/texts/en/page/common.json';
import hand from '../../../../src/spielgeld/texts/en/page/hand.json';
import log from '../../../../src/spielgeld/texts/en/page/log.json';
import start from '../../../../src/spielgeld/texts/en/page/start.json';
import table from '../../../../src/spielgeld/texts/en/page/table.json';
import refusals from '../../../../src/spielgeld/texts/en/refusals.json';

export default { bots, cards, common, hand, log, refusals, start, table };
