import { useState } from 'react';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Switch } from '#client/ui/switch.tsx';
import type { OwnHair } from '#shared/hair.ts';
import { pagePath, pages } from '#shared/pages.ts';
import styles from './hair.module.css';
import { HairPictures } from './hair-pictures.tsx';
import { HealthFacts } from './health-facts.tsx';
import { questions } from './questions.tsx';
import { Readings } from './readings.tsx';
import { type SaveHair, useSaveHair } from './use-own-hair.ts';

const { title } = pages.myHair;

/** All that a client told, with the way to each answer, and who has looked at it. */
export function HairOverview({ own }: { own: OwnHair }) {
  const saving = useSaveHair(own);
  return (
    <Page title={title} width="middle">
      <PageHeading lead="Tell it once. Nobody sees it unless you share it for a booking.">{title}</PageHeading>
      <FormMessage>{saving.failure}</FormMessage>
      <Answers own={own} forget={saving.forget} isBusy={saving.isSaving} />
      <HairPictures pictures={own.pictures} />
      <section className={styles.part} aria-labelledby="hair-health">
        <div className={styles.head}>
          <h2 id="hair-health">Health</h2>
          <ButtonLink look="secondary" to={pagePath('myHair', { part: 'health' })}>
            {own.health ? 'Change health notes' : 'Add health notes'}
          </ButtonLink>
        </div>
        {own.health ? (
          <Card>
            <HealthFacts health={own.health} />
          </Card>
        ) : (
          <p className="soft">Allergies, a tender scalp, patch tests. Kept apart and encrypted, and shared apart.</p>
        )}
      </section>
      <Card>
        <Switch
          label="Let my visits count"
          hint="Your past and future visits help people with hair like yours find someone. We only ever say '3 or more people', never who."
          checked={own.counted}
          onChange={({ target: { checked } }) => void saving.count(checked)}
        />
      </Card>
      <Readings />
    </Page>
  );
}

function Answers({ own, forget, isBusy }: { own: OwnHair; forget: SaveHair['forget']; isBusy: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const { hair } = own;

  async function forgetIt() {
    if (await forget()) notify.success('Your answers are deleted.');
    setAsking(false);
  }

  return (
    <section className={styles.part} aria-labelledby="hair-answers">
      <h2 id="hair-answers">Your hair</h2>
      <Card rows>
        {questions.map(({ part, name, answer }) => (
          <div key={part} className={styles.row}>
            <p>
              <strong>{name}</strong>
              <br />
              <span className="soft">{(hair && answer(hair)) || (hair ? 'Not sure' : 'Not answered yet')}</span>
            </p>
            <ButtonLink look="quiet" to={pagePath('myHair', { part })}>
              {hair ? 'Change' : 'Answer'}
              <span className="visually-hidden"> {name.toLowerCase()}</span>
            </ButtonLink>
          </div>
        ))}
      </Card>
      {hair && (
        <p>
          <Button look="quiet" onClick={() => setAsking(true)}>
            Delete my answers
          </Button>
        </p>
      )}
      <ConfirmDialog
        open={isAsking}
        close={() => setAsking(false)}
        title="Delete your answers?"
        description="They disappear from every booking you shared them for. Pictures and health notes stay."
        confirmText="Delete answers"
        danger
        busy={isBusy}
        busyText="Deleting..."
        onConfirm={() => void forgetIt()}
      />
    </section>
  );
}
