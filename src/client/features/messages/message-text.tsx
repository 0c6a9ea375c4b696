import { useState } from 'react';
import { Button, ButtonAnchor } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import styles from './messages.module.css';
import { partsOf } from './parts-of.ts';

/** What somebody wrote, as text. An https address opens in a new tab, after a question that shows where it leads. */
export function MessageText({ text }: { text: string }) {
  const [asked, setAsked] = useState<{ href: string; host: string }>();
  return (
    <>
      <p className={styles.text} dir="auto">
        {partsOf(text).map(({ text: part, link }, index) =>
          link ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text that does not change
            <button key={index} type="button" className={styles.address} onClick={() => setAsked(link)}>
              {part}
            </button>
          ) : (
            part
          ),
        )}
      </p>
      {asked && (
        <Dialog
          open
          onOpenChange={() => setAsked(undefined)}
          title="Open this link?"
          description={
            <>
              It leads to <b className={styles.host}>{asked.host}</b>, outside of Saluni.
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
