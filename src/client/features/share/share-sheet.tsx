import { useState } from 'react';
import { encode } from 'uqr';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import styles from './share-sheet.module.css';

interface ShareSheetProps {
  name: string;
  /** Of the page, without the site. */
  path: string;
  close: () => void;
}

/** Shown after a press only, so that the site's origin is the window's. */
export function ShareSheet({ name, path, close }: ShareSheetProps) {
  const [said, setSaid] = useState('');
  const url = window.location.origin + path;
  const title = `${name} · Saluni`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setSaid('Link copied.');
    } catch {
      setSaid("Your browser won't let us copy. Press and hold the link instead.");
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={`Share ${name}`} sheet>
      <div className={styles.share}>
        <QrCode text={url} label={`QR code of ${url}`} />
        <TextField label="Link" value={url} readOnly onFocus={({ target }) => target.select()} />
        <div className={styles.ways}>
          <Button onClick={() => void copy()}>Copy link</Button>
          {'share' in navigator && (
            <Button
              look="secondary"
              // Rejects where the person changes their mind.
              onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
            >
              Share with an app
            </Button>
          )}
        </div>
        <p role="status" className={`soft ${styles.said}`}>
          {said}
        </p>
      </div>
    </Dialog>
  );
}

/** Dark on light in both schemes, as readers expect it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 3 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
