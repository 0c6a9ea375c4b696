import { useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonAnchor } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { TryAgain } from '#client/ui/message.tsx';
import { PhoneLink } from '#client/ui/phone-link.tsx';
import { SkeletonBlock } from '#client/ui/skeleton.tsx';
import { dialled } from '#shared/rules/person.ts';
import { smsLink, type TextedVisit, textsFor } from './texts.ts';
import styles from './visit.module.css';

interface ReachProps {
  /** As a text greets them. */
  name: string;
  number: string;
  /** The visit that texts are about. */
  visit?: TextedVisit;
  /** Round ones, beside a headline. */
  small?: boolean;
}

/** Calls, or texts from one's own phone, with a tap: also with wet hands. */
export function Reach({ name, number, visit, small = false }: ReachProps) {
  const [isTexting, setTexting] = useState(false);
  const labels = { call: `Call ${name}, ${number}`, text: `Text ${name}` };
  const open = () => setTexting(true);
  return (
    <>
      {small ? (
        <span className={styles.reach}>
          <PhoneLink number={number} className={styles.round} aria-label={labels.call}>
            <Icon
              size={24}
              path="M5 4h4l1.7 4.5-2.2 1.6a11 11 0 0 0 5.4 5.4l1.6-2.2L20 15v4a1.5 1.5 0 0 1-1.6 1.5A15.5 15.5 0 0 1 3.5 5.6 1.5 1.5 0 0 1 5 4z"
            />
          </PhoneLink>
          <button type="button" className={styles.round} aria-label={labels.text} aria-haspopup="dialog" onClick={open}>
            <Icon size={24} path="M4 5h16v11H10l-4.5 3.5V16H4z" />
          </button>
        </span>
      ) : (
        <>
          <ButtonAnchor look="secondary" href={`tel:${dialled(number)}`} aria-description={name}>
            Call
          </ButtonAnchor>
          <Button look="secondary" aria-description={name} aria-haspopup="dialog" onClick={open}>
            Text
          </Button>
        </>
      )}
      {isTexting && <TextSheet name={name} number={number} visit={visit} close={() => setTexting(false)} />}
    </>
  );
}

function TextSheet({ name, number, visit, close }: Omit<ReachProps, 'small'> & { close: () => void }) {
  const own = trpc.professionals.profile.useQuery();
  const failedText = "Your texts couldn't be loaded.";
  return (
    <Dialog
      sheet
      close={close}
      title={`Text ${name}`}
      description="Opens your phone's messages. Nothing goes out until you send it there."
    >
      {own.data ? (
        <ul className={styles.texts}>
          {textsFor(name, own.data, visit).map(({ label, body }) => (
            <li key={label}>
              <a href={smsLink(number, body)}>
                <strong>{label}</strong>
                <span className="soft">{body}</span>
              </a>
            </li>
          ))}
        </ul>
      ) : own.error ? (
        <p>
          {failedText} <TryAgain failedText={failedText} retry={own.refetch} />
        </p>
      ) : (
        <SkeletonBlock height="200px" />
      )}
    </Dialog>
  );
}
