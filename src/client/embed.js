// Runs in other people's sites: needs nothing of theirs, and leaves a link a link where it cannot do better. The server
// wraps it into a function that is told `site`, our origin (`src/server/http/embed.ts`).
/* global site */

const on = 'data-saluni-on';

function frameOf(link, style) {
  const frame = document.createElement('iframe');
  const { saluni, from } = link.dataset;
  frame.src = `${site}/embed/${encodeURIComponent(saluni)}?from=${encodeURIComponent(from || 'embed')}`;
  frame.title = link.textContent.trim() || 'Saluni';
  frame.style.cssText = `display:block;width:100%;border:0;${style}`;
  return frame;
}

/** What the frame's own page says: its height in pixels, or 'close'. */
function hear(frame, signal, heard) {
  addEventListener(
    'message',
    ({ source, origin, data }) => {
      if (source && source === frame.contentWindow && origin === site) heard(data?.saluni);
    },
    { signal },
  );
}

function inline(link) {
  // Shown once its page is there: until then, and without it, the link is.
  const frame = frameOf(link, 'height:0');
  hear(frame, undefined, (height) => {
    if (typeof height !== 'number' || !(height > 0)) return;
    frame.style.height = `${Math.min(10_000, Math.max(100, height))}px`;
    link.style.display = 'none';
  });
  link.after(frame);
}

function part(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  element.style.cssText =
    'padding:0 16px;border:0;background:none;color:inherit;font:600 16px/44px system-ui,sans-serif';
  return element;
}

function open(link) {
  // In a shadow, where no style of the site's reaches it.
  const host = document.createElement('div');
  const dialog = document.createElement('dialog');
  const row = document.createElement('div');
  const close = part('button', 'Close');
  const onward = part('a', 'Open in a new tab');
  const frame = frameOf(link, 'flex:1;min-height:0');
  const closed = new AbortController();
  dialog.setAttribute('aria-label', frame.title);
  dialog.style.cssText =
    'display:flex;flex-direction:column;box-sizing:border-box;width:min(720px,100%);height:min(900px,100%);max-width:none;' +
    'max-height:none;padding:0;border:0;overflow:hidden;color-scheme:light dark;background:Canvas;color:CanvasText';
  row.style.cssText = 'display:flex;justify-content:space-between';
  onward.href = link.href;
  onward.target = '_blank';
  onward.rel = 'noopener';
  row.append(close, onward);
  dialog.append(row, frame);
  host.attachShadow({ mode: 'open' }).append(dialog);
  document.body.append(host);

  close.onclick = () => dialog.close();
  dialog.onclick = ({ target }) => target === dialog && dialog.close();
  hear(frame, closed.signal, (said) => said === 'close' && dialog.close());
  dialog.onclose = () => {
    closed.abort();
    host.remove();
  };
  dialog.showModal();
}

function button(link) {
  link.setAttribute('role', 'button');
  link.setAttribute('aria-haspopup', 'dialog');
  link.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(link);
  });
  link.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    link.click();
  });
}

function look() {
  for (const link of document.querySelectorAll(`a[data-saluni]:not([${on}])`)) {
    link.setAttribute(on, '');
    link.href ||= `${site}/p/${encodeURIComponent(link.dataset.saluni)}`;
    if ('inline' in link.dataset) inline(link);
    else button(link);
  }
}

if (window.HTMLDialogElement) {
  look();
  // Also what comes later.
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true });
}
