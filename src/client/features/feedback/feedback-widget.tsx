import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useSession } from '#client/lib/session.ts';
import { hasTyped } from '#client/lib/unsaved.ts';
import { BackCloses } from '#client/ui/back-closes.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { FeedbackForm, unsentFeedback } from './feedback-form.tsx';
import styles from './feedback-widget.module.css';
import { feedbackButton } from './open-feedback.ts';

/**
 * A round button at the end of every page for logged-in users, which expands into the form (specification 2); it lies
 * over nothing. What was typed stays while it is minimized.
 */
export function FeedbackWidget() {
  const email = useSession((session) => session.email);
  const [expanded, setExpanded] = useState(() => hasTyped(email, unsentFeedback));
  const [opened, setOpened] = useState(expanded);
  const [asked, setAsked] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();

  // Each time that it is asked for, also by the menu while it is open.
  useEffect(() => {
    if (asked === 0) return;
    heading.current?.focus();
    // At the end of a page the form would begin below the window.
    heading.current?.scrollIntoView({ block: 'start' });
  }, [asked]);

  function minimize() {
    setExpanded(false);
    // After the button is back on the page.
    requestAnimationFrame(() => button.current?.focus());
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !event.defaultPrevented) minimize();
  }

  return (
    <section className={styles.widget} aria-label="Feedback">
      <button
        ref={button}
        id={feedbackButton}
        type="button"
        className={styles.round}
        aria-label="Give feedback"
        aria-expanded={expanded}
        aria-controls={id}
        hidden={expanded}
        onClick={() => {
          setAsked(asked + 1);
          setOpened(true);
          setExpanded(true);
        }}
      >
        <Icon size={24} path="M4 5h16v11H10l-5 4v-4H4z" />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard from the controls inside */}
      <div id={id} className={styles.panel} hidden={!expanded} onKeyDown={onKeyDown}>
        <div className={styles.head}>
          <h2 ref={heading} tabIndex={-1}>
            Your feedback
          </h2>
          <button type="button" className={styles.minimize} aria-label="Minimize feedback" onClick={minimize}>
            <Icon size={24} path="M5 12h14" />
          </button>
        </div>
        {opened && <FeedbackForm />}
        {expanded && <BackCloses close={minimize} />}
      </div>
    </section>
  );
}
