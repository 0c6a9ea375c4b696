import { type MouseEvent, useState } from 'react';
import { Button, ButtonAnchor } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import styles from './messages.module.css';
import { partsOf } from './parts-of.ts';

type Link = { href: string; host: string };

/** What somebody wrote, as text. An https address opens in a new tab, after a question that shows where it leads. */
export function MessageText({ text }: { text: string }) {
  const [asked, setAsked] = useState<Link>();
  /** Whichever button of a mouse it is pressed with. */
  function asking(link: Link) {
    const ask = (event: MouseEvent) => {
      event.preventDefault();
      setAsked(link);
    };
    return { onClick: ask, onAuxClick: ask };
  }
  return (
    <>
      <p className={styles.text} dir="auto">
        {partsOf(text).map(({ text: part, link }, index) =>
          link ? (
            <a
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text that does not change
              key={index}
              className={styles.address}
              href={link.href}
              target="_blank"
              rel="nofollow noopener noreferrer"
              {...asking(link)}
            >
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </p>
      {asked && (
        <Dialog
          close={() => setAsked(undefined)}
          title="Open this link?"
          description={
            <>
              This link goes to <b className={styles.host}>{asked.host}</b>, outside Saluni.
            </>
          }
        >
          <div className={styles.choices}>
            <Button look="secondary" onClick={() => setAsked(undefined)}>
              Cancel
            </Button>
            <ButtonAnchor
              href={asked.href}
              target="_blank"
              rel="nofollow noopener noreferrer"
              onClick={() => setAsked(undefined)}
            >
              Open
            </ButtonAnchor>
          </div>
        </Dialog>
      )}
    </>
  );
}
