import bots from '../../../../src/spielgeld/texts/fr/page/bots.json';
import cards from '../../../../src/spielgeld/texts/fr/page/cards.json';
import common from '../../../../src/spielgeld/texts/fr/page/common.json';
import hand from '../../../../src/spielgeld/texts/fr/page/hand.json';
import log from '../../../../src/spielgeld/texts/fr/page/log.json';
import start from '../../../../src/spielgeld/texts/fr/page/start.json';
import table from '../../../../src/spielgeld/texts/fr/page/table.json';
import refusals from '../../../../src/spielgeld/texts/fr/refusals.json';

export default { bots, cards, common, hand, log, refusals, start, table };
