import { getQueryKey } from '@trpc/react-query';
import { useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { TextArea } from '#client/ui/text-field.tsx';
import { ChoiceChips } from '#client/ui/toggles.tsx';
import { lengths } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import type { DeskReview } from '#shared/reviews.ts';
import styles from './admin.module.css';
import { AdminList } from './admin-list.tsx';
import { Row } from './row.tsx';
import { useChange } from './use-change.ts';
import { When } from './when.tsx';

/** Reviews, those that were reported first of all; each and its reply can be hidden and shown again. */
export function ReviewsPanel() {
  const { client } = trpc.useUtils();
  const [which, setWhich] = useState<'reported' | 'all'>('reported');
  const asked = which === 'reported' ? { reported: true } : {};
  return (
    <div className={styles.panel}>
      <ChoiceChips
        label="Which"
        options={[
          { value: 'reported', label: 'Reported' },
          { value: 'all', label: 'All' },
        ]}
        value={which}
        onChange={setWhich}
      />
      <AdminList
        queryKey={getQueryKey(trpc.reviews.desk, asked, 'infinite')}
        load={(page) => client.reviews.desk.query({ ...asked, ...page })}
        failedText="Failed to load reviews."
        empty={
          which === 'reported'
            ? { text: 'No reports to look at.', advice: 'Anyone logged in can report a review.' }
            : { text: 'No reviews yet.', advice: 'Clients review visits that took place.' }
        }
        row={(review) => <Desk key={review.id} review={review} isReported={which === 'reported'} />}
      />
    </div>
  );
}

function Desk({ review, isReported }: { review: DeskReview; isReported: boolean }) {
  const { id, stars, text, reply, author, professional, created_at, hidden, hidden_reason, reports } = review;
  const { run, busy, client } = useChange();
  const utils = trpc.useUtils();
  const [hiding, setHiding] = useState<'review' | 'reply'>();
  const [reason, setReason] = useState('');
  const decide = (work: () => Promise<unknown>, done: string) =>
    run(async () => {
      await work();
      await utils.reviews.invalidate();
    }, done);

  async function hide(reply: boolean) {
    if (await decide(() => client.reviews.hide.mutate({ id, reply, reason }), 'Hidden.')) setHiding(undefined);
  }

  return (
    <Row
      title={
        <>
          {counted(stars, 'star')} for <bdi>{professional.display_name}</bdi> by <bdi>{author}</bdi>
          {hidden && ' (hidden)'}
        </>
      }
      about={
        <>
          <p>
            <When at={created_at} />
          </p>
          {text && (
            <p className={styles.said} dir="auto">
              {text}
            </p>
          )}
          {reply && (
            <p className={styles.said}>
              Reply: <bdi>{reply}</bdi>
            </p>
          )}
          {hidden_reason && <p>Hidden because: {hidden_reason}</p>}
          {reports.map((report) => (
            <p key={report.id}>
              Reported{report.reply && ' (reply)'} by <bdi>{report.by.name}</bdi>, {report.by.role},{' '}
              <When at={report.created_at} after=":" /> <bdi>{report.reason}</bdi>
            </p>
          ))}
        </>
      }
    >
      {hidden ? (
        <Button
          look="secondary"
          busy={busy}
          onClick={() => void decide(() => client.reviews.show.mutate({ id }), 'Shown again.')}
        >
          Show
        </Button>
      ) : (
        <>
          {isReported && (
            <Button
              look="secondary"
              busy={busy}
              onClick={() => void decide(() => client.reviews.show.mutate({ id }), 'Kept.')}
            >
              Keep it
            </Button>
          )}
          <Button look="secondary" busy={busy} onClick={() => setHiding('review')}>
            Hide
          </Button>
        </>
      )}
      {reply && (
        <Button look="quiet" busy={busy} onClick={() => setHiding('reply')}>
          Hide reply
        </Button>
      )}
      <ConfirmDialog
        open={hiding !== undefined}
        close={() => setHiding(undefined)}
        title={hiding === 'reply' ? 'Hide this reply?' : 'Hide this review?'}
        description="We'll let both sides know, with your reason."
        confirmText="Hide"
        danger
        busy={busy}
        onConfirm={() => void hide(hiding === 'reply')}
      >
        <TextArea
          label="Reason"
          maxLength={lengths.reportReason.max}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </ConfirmDialog>
    </Row>
  );
}
