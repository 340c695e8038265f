// What does not fit on the screen as it is now: run inside the page by fitting.py, which says what each kind means.
() => {
  const ACTIONS = 'button, a[href], input, select, textarea, summary, [role=button], [role=switch]';
  const MAY_SCROLL = '[role=log], [data-part=log], dialog, [data-part=drawer]';
  const [WIDE, TALL] = [innerWidth, innerHeight];
  const LEAST = 40, STRIP = 24, NEEDED = STRIP - 0.75, SMALLEST = 10, SLACK = 1.5, ROOM_FOR_LOG = 1600;
  const isTooTall = document.scrollingElement.scrollHeight > TALL;
  const faults = [];
  const report = (kind, element, what) => faults.push({ kind, at: placeOf(element), what: `“${wordsOf(element)}” ${what}` });

  function placeOf(element) {
    const part = element.closest('[data-part]')?.dataset.part;
    const looks = typeof element.className === 'string' ? element.className.replace(/\s?svelte-\w+/g, '').trim() : '';
    return `${part ? part + ': ' : ''}${element.localName}${looks ? '.' + looks.replace(/\s+/g, '.') : ''}`;
  }

  function wordsOf(element) {
    const words = element.dataset.pick ?? element.dataset.turn ?? element.getAttribute('aria-label') ?? element.textContent;
    return words.trim().replace(/\s+/g, ' ').slice(0, 40);
  }

  const nameOf = (element) => `${placeOf(element)} “${wordsOf(element)}”`;

  const styles = new Map();
  function styleOf(element) {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  }

  // Words for who listens only.
  const unseen = new Map();
  function isUnseen(element) {
    if (!element || element === document.body) return false;
    if (!unseen.has(element)) {
      const { position, overflow, clipPath } = styleOf(element);
      const isTiny = position === 'absolute' && overflow === 'hidden' && (element.offsetWidth <= 1 || clipPath.startsWith('inset(50%'));
      unseen.set(element, isTiny || isUnseen(element.parentElement));
    }
    return unseen.get(element);
  }

  // The link that skips to the content waits beside the window until it has the focus.
  const isSkip = (element) => Boolean(element.closest('a[href^="#"]')) && element.getBoundingClientRect().right <= 0;

  const isShown = (element) => !isSkip(element) && element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isUnseen(element);

  // The ancestors that could cut this element off, as the layout has it: what is taken out of the flow escapes some of them.
  function* clipping(element) {
    let { position } = styleOf(element);
    for (let each = element.parentElement; each && each !== document.documentElement; each = each.parentElement) {
      const style = styleOf(each);
      const isBlock = style.position !== 'static' || style.transform !== 'none' || style.containerType !== 'normal';
      if (position === 'fixed' && style.transform === 'none') continue;
      if (position === 'absolute' && !isBlock) continue;
      if (style.overflowX !== 'visible' || style.overflowY !== 'visible') yield [each, style];
      position = style.position;
    }
  }

  function within(rect, box) {
    return rect.left >= box.left - SLACK && rect.top >= box.top - SLACK && rect.right <= box.right + SLACK && rect.bottom <= box.bottom + SLACK;
  }

  const inWindow = (rect) => within(rect, { left: 0, top: 0, right: WIDE, bottom: TALL });

  // Why this rectangle cannot be seen as a whole, if it cannot.
  function cutBy(element, rect) {
    const itself = styleOf(element);
    const chain = itself.overflowX !== 'visible' || itself.overflowY !== 'visible' ? [[element, itself], ...clipping(element)] : clipping(element);
    for (const [each, style] of chain) {
      const { left, top } = each.getBoundingClientRect();
      const box = { left: left + each.clientLeft, top: top + each.clientTop };
      const isWide = style.overflowX === 'visible', isTall = style.overflowY === 'visible';
      const reach = { left: isWide ? -Infinity : box.left, top: isTall ? -Infinity : box.top, right: isWide ? Infinity : box.left + each.clientWidth, bottom: isTall ? Infinity : box.top + each.clientHeight };
      if (each.localName === 'body' || within(rect, reach)) continue;
      if (each.closest(MAY_SCROLL)) return null;
      const scrolls = [style.overflowX, style.overflowY].some((value) => value === 'auto' || value === 'scroll');
      return scrolls ? ['inner scroll', `only by scrolling ${nameOf(each)}`] : ['clipped', `cut off by ${nameOf(each)}`];
    }
    if (isTooTall && rect.bottom > TALL) return null; // one fault is enough: the page scrolls
    return inWindow(rect) ? null : ['outside', `at ${Math.round(rect.left)},${Math.round(rect.top)} to ${Math.round(rect.right)},${Math.round(rect.bottom)}`];
  }

  const isOpaque = (element) => {
    const { backgroundColor, backgroundImage } = styleOf(element);
    const [, share = '1'] = /(?:\/|rgba\(.*,)\s*([\d.]+)\)$/.exec(backgroundColor) ?? [];
    return backgroundImage !== 'none' || Number(share) > 0.5;
  };

  // What lets presses through is seen all the same. Each such element by itself: a rule for all would have the whole page
  // worked out anew.
  function asSeen(check) {
    const through = [...document.body.querySelectorAll('*')].filter((element) => styleOf(element).pointerEvents === 'none');
    const before = through.map((element) => element.style.pointerEvents);
    for (const element of through) element.style.setProperty('pointer-events', 'auto', 'important');
    check();
    through.forEach((element, at) => (element.style.pointerEvents = before[at]));
  }

  // What somebody says lies over their own numbers for some seconds; over their name it may not lie, nor over anything else.
  const seatOf = (element) => element.closest('[data-part=seat]');
  const isSaidBy = (top, element) => Boolean(top.closest('[data-part=said]')) && seatOf(top) === seatOf(element) && !element.classList.contains('text');

  // What lies over a point of this element and hides it: the thing on top, or what that stands on.
  function over(element, x, y) {
    const top = document.elementFromPoint(x, y);
    if (!top || element.contains(top) || top.contains(element) || isSaidBy(top, element)) return null;
    for (let each = top; each && !each.contains(element); each = each.parentElement) {
      if (styleOf(each).opacity < 0.5) return null;
      if (isOpaque(each)) return top;
    }
    return null;
  }

  function checkPage() {
    const page = document.scrollingElement;
    if (page.scrollHeight > TALL) report('scroll', page, `${page.scrollHeight} px tall in ${TALL}`);
    if (page.scrollWidth > WIDE) report('scroll', page, `${page.scrollWidth} px wide in ${WIDE}`);
  }

  function checkText(node) {
    const element = node.parentElement;
    if (!element || element.closest('svg, script, style, noscript') || !isShown(element)) return;
    const range = document.createRange();
    range.selectNodeContents(node);
    const full = element.closest('[title]')?.title ?? '';
    const size = parseFloat(styleOf(element).fontSize);
    for (const line of range.getClientRects()) {
      if (line.width < 1 || line.height < 1) continue;
      const air = Math.max(0, (line.height - size) / 2); // above and below the letters
      const rect = new DOMRect(line.left, line.top + air, line.width, line.height - 2 * air);
      const cut = cutBy(element, rect);
      if (cut) {
        // A name at its seat may be shortened, where pointing at it shows it whole; nothing else may.
        if (cut[0] === 'clipped' && element.closest('[data-part=seat]') && full.includes(node.data.trim())) continue;
        return report(cut[0] === 'clipped' ? 'cut word' : cut[0], element, cut[1]);
      }
      for (const share of [0.15, 0.85]) {
        const top = over(element, rect.left + share * rect.width, rect.top + rect.height / 2);
        if (top) return report('covered', element, `under ${nameOf(top)}`);
      }
    }
    if (size < SMALLEST) report('small text', element, `${size} px`);
  }

  // Every word, and every picture that has a name.
  function checkSeen() {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) => (node.data.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP));
    while (texts.nextNode()) checkText(texts.currentNode);
    for (const element of document.querySelectorAll('[role=img], img, [role=meter], [role=timer]')) {
      const rect = element.getBoundingClientRect();
      if (element.closest('[data-pick]') || !isShown(element) || rect.width < 1) continue;
      const cut = cutBy(element.parentElement, rect); // its own drawing may be turned
      if (cut) report(...[cut[0], element, cut[1]]);
    }
  }

  function reaches(element, x, y) {
    const top = document.elementFromPoint(x, y);
    return Boolean(top) && (element === top || element.contains(top) || top.closest('label')?.contains(element));
  }

  function checkAction(element) {
    const label = element.closest('label');
    const target = label && element.localName === 'input' ? label : element;
    const rect = target.getBoundingClientRect();
    const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    const cut = cutBy(target, rect);
    if (cut) return report(`action ${cut[0]}`, element, cut[1]);
    if (isTooTall && y > TALL) return undefined;
    if (!reaches(target, x, y) && styleOf(target).pointerEvents !== 'none') return report('action covered', element, `under ${nameOf(document.elementFromPoint(x, y) ?? document.body)}`);
    const half = LEAST / 2 - 0.5;
    const isWide = rect.width >= LEAST - 0.5 || (reaches(target, x - half, y) && reaches(target, x + half, y));
    const isTall = rect.height >= LEAST - 0.5 || (reaches(target, x, y - half) && reaches(target, x, y + half));
    if (!isWide || !isTall) report('small action', element, `${rect.width.toFixed(1)} × ${rect.height.toFixed(1)} px`);
    return undefined;
  }

  function checkActions() {
    const all = [...document.querySelectorAll(ACTIONS)].filter((element) => !element.matches('[data-pick]') && isShown(element) && element.getBoundingClientRect().width > 1);
    const drawn = all.filter((element) => !element.closest(MAY_SCROLL));
    drawn.forEach(checkAction);
    const boxes = drawn.map((element) => element.getBoundingClientRect());
    drawn.forEach((one, at) => {
      drawn.slice(at + 1).forEach((other, next) => {
        const [a, b] = [boxes[at], boxes[at + 1 + next]];
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 2 && tall > 2 && !one.contains(other) && !other.contains(one)) report('overlap', one, `${Math.round(wide)} × ${Math.round(tall)} px with ${nameOf(other)}`);
      });
    });
  }

  // How many pixels from a corner on belong to the card, to the right and down, in such steps; no more are asked for than needed.
  function stripOf(card, rect, step) {
    const top = rect.top + Math.min(12, rect.height / 6);
    let [wide, tall] = [1, 1];
    while (wide <= NEEDED && reaches(card, rect.left + wide, top)) wide += step;
    while (tall <= NEEDED && reaches(card, rect.left + 7, rect.top + tall)) tall += step;
    return [wide, tall];
  }

  function checkHand() {
    for (const card of document.querySelectorAll('[data-pick]')) {
      if (!isShown(card)) continue;
      const rect = card.getBoundingClientRect();
      const cut = cutBy(card, { left: rect.left, top: rect.top, right: rect.left + STRIP, bottom: rect.top + STRIP });
      if (cut) { report(`card ${cut[0]}`, card, cut[1]); continue; }
      if (isTooTall && rect.bottom > TALL) continue;
      if (Math.min(...stripOf(card, rect, (NEEDED - 1) / 8)) > NEEDED) continue; // nothing that hides is as narrow as a step
      const [wide, tall] = stripOf(card, rect, 0.5);
      if (Math.min(wide, tall) < NEEDED) report('narrow card', card, `${wide} × ${tall} px to be seen`);
    }
  }

  // A tip, a hint and what is said lie over no card.
  function checkNotes() {
    const boxOf = (element) => element.getBoundingClientRect();
    const notes = [...document.querySelectorAll('[data-part=hint], [data-part=said], [data-part=coach] p')].filter(isShown);
    const cards = [...document.querySelectorAll('.card')].filter((card) => !card.closest('[data-part=actions], dialog') && isShown(card));
    for (const note of notes) {
      const over = boxOf(note);
      for (const card of cards) {
        const { left, top, right, bottom } = boxOf(card);
        const wide = Math.min(right, over.right) - Math.max(left, over.left);
        const tall = Math.min(bottom, over.bottom) - Math.max(top, over.top);
        if (wide > 2 && tall > 2) { report('covers a card', note, `lies over ${nameOf(card)} by ${Math.round(tall)} px`); break; }
      }
    }
  }

  const CORNER = 13;
  const bids = [...document.querySelectorAll('[data-part=seat] .bid')].filter(isShown);

  // Every card of a bid shows its corner: from its edge on this much of it lies under nothing.
  function checkBids() {
    for (const card of bids.flatMap((bid) => [...bid.querySelectorAll('[data-card]')])) {
      const rect = card.getBoundingClientRect();
      const cut = cutBy(card, { left: rect.left, top: rect.top, right: rect.left + CORNER, bottom: rect.top + CORNER });
      const points = [[2, 3], [CORNER - 1, 3], [2, CORNER - 1], [CORNER - 1, CORNER - 1]];
      // What is pressed lies over all of it and lets everything be seen.
      const lies = ([x, y]) => document.elementsFromPoint(rect.left + x, rect.top + y).map((each) => each.closest('.card, .foot > *, .told > *')).find(Boolean);
      const under = points.map(lies).find((top) => top && top !== card);
      if (cut || under) report('hidden corner', card, cut ? cut[1] : `under ${nameOf(under)}`);
    }
  }

  // Place, sum, hint and rank of a pile: no card and no other word lies over them, nor they over one.
  function checkBadges() {
    const boxOf = (element) => element.getBoundingClientRect();
    for (const pile of document.querySelectorAll('[data-part=seat] .lying, [data-part^=row-], [data-part=bid]')) {
      const badges = [...pile.querySelectorAll('.place, .worth, .tag, .rank, .points')].filter(isShown);
      const things = [...pile.querySelectorAll('.card, .text > *, .takes, .place, .worth, .points, .bar')].filter(isShown);
      for (const badge of badges) {
        for (const thing of things) {
          if (badge === thing || badge.contains(thing) || thing.contains(badge)) continue;
          const [a, b] = [boxOf(badge), boxOf(thing)];
          const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (wide > 2 && tall > 3) report('covers a badge', badge, `and ${nameOf(thing)} share ${Math.round(wide)} × ${Math.round(tall)} px`);
        }
      }
    }
  }

  // While a card of a bid lies face down, nobody's place is on the page: not for the eye, and not for who listens.
  function checkPlaces() {
    if (!document.querySelector('[data-reveal=turning]') && !bids.some((bid) => bid.querySelector('.back'))) return;
    for (const place of document.querySelectorAll('[data-part=seat] .place, [data-part=seat] .tie, [data-part=bid] .place, [data-part=bid] .tie')) report('early place', place, 'while a card lies face down');
  }

  // What is read beside the table is open by itself only where there is room for it.
  function checkLog() {
    const log = document.querySelector('[role=log]');
    if (WIDE < ROOM_FOR_LOG && log && !log.closest('dialog') && isShown(log)) report('open log', log, `in a window of ${WIDE} px`);
  }

  checkPage();
  asSeen(checkSeen);
  checkBids();
  checkBadges();
  checkPlaces();
  checkActions();
  checkHand();
  checkNotes();
  checkLog();
  const hand = document.querySelector('[data-part=hand]') ?? document.querySelector('[data-pick]')?.closest('[role=group]')?.parentElement;
  const box = hand?.getBoundingClientRect();
  const pressed = [...document.querySelectorAll('[data-part=actions] button:not([data-turn])')].filter((button) => !button.closest('[data-part=bid], [data-part=hint]') && isShown(button));
  return {
    height: document.scrollingElement.scrollHeight,
    width: document.scrollingElement.scrollWidth,
    // What may not move: the hand, and every button I press, by its words.
    places: Object.fromEntries([...(box ? [['hand', box]] : []), ...pressed.map((button) => [wordsOf(button), button.getBoundingClientRect()])].map(([name, { left, top, right, bottom }]) => [name, [left, top, right, bottom]])),
    // What can be acted on: cards, and piles to be taken.
    offered: [...document.querySelectorAll('[data-pick], button[data-turn]:not(.wish)')].filter(isShown).map(({ dataset }) => dataset.pick ?? dataset.turn),
    faults,
  };
}
