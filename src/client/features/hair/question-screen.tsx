import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { StickyActions } from '#client/ui/sticky-actions.tsx';
import type { OwnHair } from '#shared/hair.ts';
import { pagePath, pages } from '#shared/pages.ts';
import styles from './hair.module.css';
import { questions } from './questions.tsx';
import { nothingTold, useSaveHair } from './use-own-hair.ts';

const hairPath = (part: string) => pagePath('myHair', { part });

/** One question, whose answer is saved as it is given. */
export function QuestionScreen({ own, at }: { own: OwnHair; at: number }) {
  const navigate = useNavigate();
  const { save, failure, isSaving, isSaved } = useSaveHair(own);
  const question = questions[at];
  if (!question) return null;
  const { title, lead, unknown, Field } = question;
  const hair = own.hair ?? nothingTold;
  const next = hairPath(questions[at + 1]?.part ?? '');

  async function goOn(event: FormEvent) {
    event.preventDefault();
    // Who walks through without an answer has told that they are not sure.
    if (own.hair !== null || (await save({}))) await navigate(next);
  }

  async function leaveUnknown() {
    if (await save(unknown?.(hair) ?? {})) await navigate(next);
  }

  return (
    <Page title={pages.myHair.title} width="middle">
      <p className={styles.steps}>
        My hair, question {at + 1} of {questions.length}
      </p>
      <PageHeading lead={lead}>{title}</PageHeading>
      <form className={styles.question} noValidate onSubmit={(event) => void goOn(event)}>
        <Field hair={hair} save={save} />
        <FormMessage>{failure}</FormMessage>
        <p className={styles.steps} role="status">
          {isSaved && !isSaving && !failure ? 'Saved.' : ''}
        </p>
        <StickyActions>
          <div className={styles.actions}>
            {at > 0 && (
              <ButtonLink look="quiet" to={hairPath(questions[at - 1]?.part ?? '')}>
                Back
              </ButtonLink>
            )}
            <Button look="secondary" onClick={() => void leaveUnknown()}>
              Not sure
            </Button>
            <Button type="submit">{at + 1 < questions.length ? 'Next' : 'Done'}</Button>
            <ButtonLink look="quiet" to={hairPath('all')}>
              All answers
            </ButtonLink>
          </div>
        </StickyActions>
      </form>
    </Page>
  );
}
