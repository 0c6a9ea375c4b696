import { useState } from 'react';
import { pushAskedKey, quietly } from '#client/lib/stored-keys.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { HomeScreenWay } from './home-screen-way.tsx';
import styles from './push-ask.module.css';
import { usePush } from './use-push.ts';

/** Offers news on this device where they have just become worth something; 'Not now' is kept until the logout. */
export function PushAsk({ title, text }: { title: string; text: string }) {
  const { state, isBusy, failure, turnOn } = usePush();
  const [isClosed, setIsClosed] = useState(() => quietly(() => localStorage.getItem(pushAskedKey)) !== null);
  const [isDone, setIsDone] = useState(false);

  if (isDone && state === 'on') return <FormMessage tone="good">Done. We’ll let you know on this device.</FormMessage>;
  if (isClosed || (state !== 'off' && state !== 'needs home screen')) return null;

  function close() {
    quietly(() => localStorage.setItem(pushAskedKey, '1'));
    setIsClosed(true);
  }
  return (
    <Card padded className={styles.ask} role="region" aria-label={title}>
      <div>
        <h2 className={styles.title}>{title}</h2>
        {state === 'off' ? <p className="soft">{text}</p> : <HomeScreenWay />}
      </div>
      <FormMessage>{failure}</FormMessage>
      <div className={styles.actions}>
        {state === 'off' && (
          <Button
            busy={isBusy}
            busyText="Turning on..."
            onClick={() => {
              setIsDone(true);
              void turnOn();
            }}
          >
            Turn on notifications
          </Button>
        )}
        <Button look="quiet" onClick={close}>
          Not now
        </Button>
      </div>
    </Card>
  );
}
