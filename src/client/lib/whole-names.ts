/**
 * Latin letters and marks that Bricolage Grotesque or Instrument Sans lacks, by the two fonts' own character sets.
 * Other scripts come whole from the system's fonts.
 */
const beyond = /[ĈĉĔĕĜĝĤĥĨĩĬĭĴĵĸĿŀŉŎŏŜŝŢţŦŧŨũſƀ-ʯʻʼḀ-ỿ]|[\u0300-\u036f]/;

/**
 * Returns the block whose text `element`'s text belongs to: the nearest one that is not inline, or that sets its own
 * face.
 */
function blockOf(element: Element): Element {
  const parent = element.parentElement;
  const style = getComputedStyle(element);
  if (!parent || style.display !== 'inline' || style.fontFamily !== getComputedStyle(parent).fontFamily) return element;
  return blockOf(parent);
}

/** Gives `node`'s text blocks the third face where they need it. */
function giveFaces(node: Node) {
  if (!beyond.test(node.textContent ?? '')) return;
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  for (let text: Node | null = node instanceof Text ? node : texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.parentElement || !beyond.test(text.textContent ?? '')) continue;
    const block = blockOf(text.parentElement);
    if (!block.hasAttribute('data-face')) {
      block.setAttribute('data-face', getComputedStyle(block).fontFamily.startsWith('"Bricolage') ? 'display' : 'text');
    }
  }
}

/**
 * Sets each text block with a letter beyond the two faces in the third one, whole, by `data-face` (ui/fonts.css), now
 * and as the page changes. It watches the document, as names also stand in toasts and dialogs.
 */
export function keepNamesWhole() {
  // What the server rendered is there before anything changes.
  giveFaces(document.body);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const faced = (target instanceof Element ? target : target.parentElement)?.closest('[data-face]');
      if (faced && !beyond.test(faced.textContent ?? '')) faced.removeAttribute('data-face');
      if (target instanceof Text) giveFaces(target);
      else for (const node of addedNodes) giveFaces(node);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}
