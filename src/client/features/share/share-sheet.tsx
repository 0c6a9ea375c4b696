import { useState } from 'react';
import { useSession } from '#client/lib/session.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextArea, TextField } from '#client/ui/text-field.tsx';
import { ChoiceChips } from '#client/ui/toggles.tsx';
import { escapeHtml } from '#shared/html.ts';
import { pagePath } from '#shared/pages.ts';
import { professionalPath } from '#shared/public-addresses.ts';
import { handlePath } from '#shared/rules/handle.ts';
import { sourceNames } from '#shared/rules/source.ts';
import { QrCode } from './qr-code.tsx';
import styles from './share-sheet.module.css';

interface ShareSheetProps {
  professional: { id: string; display_name: string; handle: string | null };
  close: () => void;
}

const places = [{ value: '', label: 'Anywhere' }, ...sourceNames.map(([value, label]) => ({ value, label }))];

/** Shown after a press only, so that the site's origin is the window's. Its owner gets a link for each place. */
export function ShareSheet({ professional, close }: ShareSheetProps) {
  const [said, setSaid] = useState('');
  const [source, setSource] = useState('');
  const isOwn = useSession((session) => session.professional_id) === professional.id;
  const { display_name: name, handle } = professional;
  const page = window.location.origin + (handle === null ? professionalPath(professional) : handlePath(handle));
  const url = source === '' ? page : `${page}?from=${source}`;
  const title = `${name} · Saluni`;
  const code =
    isOwn && source === 'website' && handle !== null
      ? `<a href="${url}" data-saluni="${handle}">Book with ${escapeHtml(name)}</a>\n` +
        `<script async src="${window.location.origin}/embed.js"></script>`
      : undefined;

  async function copy(text: string, what: 'Link' | 'Code') {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(`${what} copied.`);
    } catch {
      setSaid(`Your browser won't let us copy. Press and hold the ${what.toLowerCase()} instead.`);
    }
  }

  return (
    <Dialog close={close} title={`Share ${name}`} sheet>
      <div className={styles.share}>
        <QrCode text={url} className={styles.code} />
        {isOwn && (
          <>
            <ChoiceChips label="Where it goes" options={places} value={source} onChange={setSource} />
            <p className="soft">Insights then tell you where bookings come from.</p>
          </>
        )}
        <TextField label="Link" value={url} readOnly onFocus={({ target }) => target.select()} />
        {code && (
          <>
            <TextArea
              label="Code for a booking button"
              hint="Paste it into your page. To show your times in the page itself, add data-inline to the link."
              value={code}
              rows={4}
              readOnly
              onFocus={({ target }) => target.select()}
            />
            <Button look="secondary" onClick={() => void copy(code, 'Code')}>
              Copy code
            </Button>
          </>
        )}
        <div className={styles.ways}>
          <Button onClick={() => void copy(url, 'Link')}>Copy link</Button>
          {'share' in navigator && (
            <Button
              look="secondary"
              // Rejects where the person changes their mind.
              onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
            >
              Share with an app
            </Button>
          )}
          {isOwn && (
            <ButtonLink look="secondary" to={pagePath('poster')}>
              Poster and card
            </ButtonLink>
          )}
        </div>
        <p role="status" className={`soft ${styles.said}`}>
          {said}
        </p>
      </div>
    </Dialog>
  );
}
