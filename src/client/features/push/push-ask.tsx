import { useEffect, useState } from 'react';
import { pushAskAfterKey, quietly } from '#client/lib/stored-keys.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { DAY } from '#shared/constants.ts';
import { HomeScreenWay } from './home-screen-way.tsx';
import styles from './push-ask.module.css';
import { usePush } from './use-push.ts';

/** Once offered, not again that day; after 'Not now' not for six weeks. */
const pauses = { shown: DAY, refused: 42 * DAY };

const isTooSoon = () => Date.now() < Number(quietly(() => localStorage.getItem(pushAskAfterKey)));
const pauseFor = (pause: number) => quietly(() => localStorage.setItem(pushAskAfterKey, String(Date.now() + pause)));

/**
 * Offers news on this device where they have just become worth something, if that was not done lately; without a `text`
 * in a line.
 */
export function PushAsk({ title, text }: { title: string; text?: string }) {
  const { state, isBusy, failure, turnOn } = usePush();
  const [isClosed, setIsClosed] = useState(isTooSoon);
  const [isDone, setIsDone] = useState(false);
  const isShown = !isClosed && (state === 'off' || state === 'needs home screen');
  useEffect(() => {
    if (isShown) pauseFor(pauses.shown);
  }, [isShown]);

  if (isDone && state === 'on') return <FormMessage tone="good">Done. We'll let you know on this device.</FormMessage>;
  if (!isShown) return null;

  function close() {
    pauseFor(pauses.refused);
    setIsClosed(true);
  }
  return (
    <Card padded className={text === undefined ? styles.line : styles.ask} role="region" aria-label={title}>
      <div>
        <h2 className={styles.title}>{title}</h2>
        {state !== 'off' ? <HomeScreenWay /> : text && <p className="soft">{text}</p>}
      </div>
      <FormMessage>{failure}</FormMessage>
      <div className={styles.actions}>
        {state === 'off' && (
          <Button
            look={text === undefined ? 'quiet' : 'primary'}
            busy={isBusy}
            busyText="Turning on..."
            onClick={() => {
              setIsDone(true);
              void turnOn();
            }}
          >
            <span>
              Turn on <span className={text === undefined ? 'unseen-on-phone' : undefined}>notifications</span>
            </span>
          </Button>
        )}
        <Button look="quiet" onClick={close}>
          Not now
        </Button>
      </div>
    </Card>
  );
}
