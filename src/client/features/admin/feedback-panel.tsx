import { getQueryKey } from '@trpc/react-query';
import { useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { dot } from '#client/ui/dot.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { SelectField } from '#client/ui/text-field.tsx';
import type { Role } from '#shared/constants.ts';
import type { Feedback, FeedbackQuery } from '#shared/feedback.ts';
import { type FeedbackQuestion, feedbackFields, feedbackQuestions } from '#shared/feedback-questions.ts';
import styles from './admin.module.css';
import { AdminList } from './admin-list.tsx';
import { When } from './when.tsx';

type Filters = Omit<FeedbackQuery, 'skip' | 'limit'>;
type Counts = Readonly<Record<string, number>>;

const senders = [
  { value: 'client', label: 'Clients' },
  { value: 'professional', label: 'Professionals' },
  { value: 'admin', label: 'Admins' },
] as const;

/** How often each choice was taken; a choice is also a filter of the list below. */
export function FeedbackPanel() {
  const { client } = trpc.useUtils();
  const { data, isLoading } = trpc.admin.overview.useQuery();
  const [filters, setFilters] = useState<Filters>({});
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <div className={styles.panel}>
      {isLoading && <Skeleton height="360px" />}
      {data && (
        <div className={styles.charts}>
          {feedbackFields.map((field) => (
            <Choices
              key={field}
              field={field}
              counts={data.feedback[field]}
              chosen={filters[field]}
              onChoose={(choice) =>
                setFilters({ ...filters, [field]: choice === filters[field] ? undefined : choice } as Filters)
              }
            />
          ))}
        </div>
      )}
      <div className={styles.panel} data-held="always">
        <div className={styles.search}>
          <SelectField
            label="Sent by"
            emptyLabel="Everybody"
            value={filters.role ?? ''}
            onChange={({ target }) => setFilters({ ...filters, role: (target.value || undefined) as Role | undefined })}
            options={senders}
          />
          <Button look="quiet" disabled={!isFiltered} onClick={() => setFilters({})}>
            Show all
          </Button>
        </div>
        <AdminList
          queryKey={getQueryKey(trpc.feedback.list, filters, 'infinite')}
          load={(page) => client.feedback.list.query({ ...filters, ...page })}
          failedText="Failed to load feedback."
          empty={
            isFiltered
              ? { text: 'No feedback with these answers.', advice: 'Show all, or choose another answer.' }
              : { text: 'No feedback yet.', advice: 'Anyone logged in can send some.' }
          }
          row={(one) => <Answers key={one.id} feedback={one} />}
        />
      </div>
    </div>
  );
}

interface ChoicesProps {
  field: FeedbackQuestion;
  counts: Counts;
  chosen: string | undefined;
  onChoose: (choice: string) => void;
}

function Choices({ field, counts, chosen, onChoose }: ChoicesProps) {
  const { text, choices } = feedbackQuestions[field];
  const most = Math.max(...Object.values(counts), 1);
  return (
    <Card padded className={styles.question}>
      <h2 className="figure">{text}</h2>
      <ul>
        {Object.entries(choices).map(([choice, label]) => {
          const count = counts[choice] ?? 0;
          return (
            <li key={choice}>
              <button type="button" aria-pressed={chosen === choice} onClick={() => onChoose(choice)}>
                <span>{label}</span>{' '}
                <span className="figure">
                  {count}
                  <span className="visually-hidden"> {count === 1 ? 'answer' : 'answers'}</span>
                </span>
                <span className={styles.share} style={{ inlineSize: `${(100 * count) / most}%` }} />
              </button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Answers({ feedback }: { feedback: Feedback }) {
  const { role, email, created_at, pageUrl } = feedback;
  return (
    <div className={styles.row}>
      <div className={styles.text}>
        <dl className={styles.answers}>
          {feedbackFields.map((field) => {
            const { choice, comment } = feedback[field];
            return (
              <div key={field}>
                <dt className="soft">{feedbackQuestions[field].text}</dt>
                <dd>
                  <strong>{(feedbackQuestions[field].choices as Record<string, string>)[choice] ?? choice}</strong>
                  {comment && dot + comment}
                </dd>
              </div>
            );
          })}
        </dl>
        <p className="soft">
          {role} {email}
          {dot}
          <When at={created_at} />
          {pageUrl && dot + pageUrl}
        </p>
      </div>
    </div>
  );
}
