import { type ReactNode, useEffect, useRef } from 'react';

/** Stands for the layout in the page that other sites show, and tells `embed.js` there its height and of Escape. */
export function Frame({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);

  useEffect(() => {
    const content = main.current;
    const tell = (saluni: number | 'close') => window.parent.postMessage({ saluni }, '*');
    const heights = new ResizeObserver(() => content && tell(Math.ceil(content.getBoundingClientRect().height)));
    if (content) heights.observe(content);
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) tell('close');
    };
    window.addEventListener('keydown', onKey);
    return () => {
      heights.disconnect();
      window.removeEventListener('keydown', onKey);
    };
  }, []);

  return (
    <>
      <main id="main" ref={main}>
        {children}
      </main>
      {/* What a part has screen readers say. */}
      <p id="said" role="status" className="visually-hidden" />
    </>
  );
}
