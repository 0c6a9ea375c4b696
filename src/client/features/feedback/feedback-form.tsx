import { useRef, useState } from 'react';
import { useSmallForm } from '#client/features/forms/small-form.ts';
import { UnsavedFields } from '#client/features/forms/unsaved-fields.tsx';
import { newKey } from '#client/lib/new-key.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { SelectField, TextArea } from '#client/ui/text-field.tsx';
import { lengths } from '#shared/constants.ts';
import { feedbackFields, feedbackQuestions } from '#shared/feedback-questions.ts';
import styles from './feedback-widget.module.css';

const chosen = (value: string) => (value === '' ? 'Choose an answer' : undefined);
const anything = () => undefined;

/** By which it is remembered, on every page, when the session ends. */
export const unsentFeedback = 'feedback';

const checks = {
  confusing: chosen,
  confusingComment: anything,
  smooth: chosen,
  smoothComment: anything,
  switchReason: chosen,
  switchReasonComment: anything,
  includeEmail: anything,
};

/** Three questions with a choice each; success empties the form (specification 4, 8). */
export function FeedbackForm() {
  const { client } = trpc.useUtils();
  const email = useSession((session) => session.email);
  const [outcome, setOutcome] = useState<'sent' | 'failed'>();
  // The same answers again are the same feedback, also when the first answer to them was lost.
  const attempt = useRef<{ answers: string; key: string; timestamp: string; pageUrl: string }>(undefined);

  const { form, problems, isBusy } = useSmallForm(checks, async (given) => {
    setOutcome(undefined);
    const answers = JSON.stringify(given);
    if (attempt.current?.answers !== answers) {
      const pageUrl = window.location.origin + window.location.pathname;
      attempt.current = { answers, key: newKey(), timestamp: new Date().toISOString(), pageUrl };
    }
    const { key, timestamp, pageUrl } = attempt.current;
    const answer = <Choice extends string>(choice: string, comment: string) => ({ choice: choice as Choice, comment });
    const context = { idempotencyKey: key };
    try {
      await client.feedback.send.mutate(
        {
          confusing: answer(given.confusing, given.confusingComment),
          smooth: answer(given.smooth, given.smoothComment),
          switchReason: answer(given.switchReason, given.switchReasonComment),
          ...(given.includeEmail && email ? { email } : {}),
          pageUrl,
          timestamp,
        },
        { context },
      );
    } catch (error) {
      console.error('Failed to send feedback.', error);
      setOutcome('failed');
      return undefined;
    }
    attempt.current = undefined;
    form.ref.current?.reset();
    setOutcome('sent');
    return undefined;
  });

  return (
    <form className={styles.form} {...form}>
      <UnsavedFields name={unsentFeedback} />
      {feedbackFields.map((field) => {
        const { text, choices } = feedbackQuestions[field];
        return (
          <div key={field} className={styles.question}>
            <SelectField
              label={text}
              name={field}
              required
              defaultValue=""
              emptyLabel="Choose an answer"
              options={Object.entries(choices).map(([value, label]) => ({ value, label }))}
              error={problems[field]}
            />
            <TextArea
              label="Comments (optional)"
              // Not in the label: the question's own name is the select's alone.
              aria-description={text}
              name={`${field}Comment`}
              rows={2}
              maxLength={lengths.feedbackComment.max}
            />
          </div>
        );
      })}
      <Checkbox name="includeEmail" label="Include my email for follow up if needed" />
      {outcome === 'sent' && <FormMessage tone="good">Thanks for your feedback!</FormMessage>}
      {outcome === 'failed' && <FormMessage>Something went wrong. Please try again.</FormMessage>}
      <Button type="submit" busy={isBusy} busyText="Sending...">
        Send feedback
      </Button>
    </form>
  );
}
