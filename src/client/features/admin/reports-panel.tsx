import { getQueryKey } from '@trpc/react-query';
import { PrivatePicture } from '#client/features/pictures/private-pictures.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import type { ThreadReport } from '#shared/threads.ts';
import styles from './admin.module.css';
import { AdminList } from './admin-list.tsx';
import { Row } from './row.tsx';
import { useChange } from './use-change.ts';
import { When } from './when.tsx';

/** Conversations that a side reported, the oldest report first, with the messages as they were. */
export function ReportsPanel() {
  const { client } = trpc.useUtils();
  return (
    <div className={styles.panel}>
      <p className="soft">Every time you open this list, the audit log records it.</p>
      <AdminList
        queryKey={getQueryKey(trpc.threads.reports, undefined, 'infinite')}
        load={(page) => client.threads.reports.query(page)}
        failedText="Failed to load reports."
        empty={{ text: 'No reports to look at.', advice: 'Either side of a conversation can report it.' }}
        row={(report) => <Desk key={report.id} report={report} />}
      />
    </div>
  );
}

function Desk({ report }: { report: ThreadReport }) {
  const { id, thread_id, reason, reported_by, reported_at, professional, client: reported, messages } = report;
  const { run, busy, client } = useChange();
  const utils = trpc.useUtils();
  const names = {
    client: `${reported.first_name} ${reported.last_name}`.trim(),
    professional: professional.display_name,
  };
  const close = () =>
    run(async () => {
      await client.threads.closeReport.mutate({ id });
      await utils.threads.reports.invalidate();
    }, 'Closed.');

  return (
    <Row
      title={
        <>
          <bdi>{names.client}</bdi> and <bdi>{names.professional}</bdi>
        </>
      }
      about={
        <>
          <p>
            Reported by <bdi>{names[reported_by]}</bdi>, {reported_by}, <When at={reported_at} after=":" /> {reason}
          </p>
          <details>
            <summary>Messages</summary>
            {messages.toReversed().map(({ id: messageId, from, text, pictures, sent_at, deleted }) => (
              <div key={messageId} className={styles.said}>
                <p dir="auto">
                  <bdi>{names[from]}</bdi>, <When at={sent_at} after=":" />{' '}
                  {deleted ? <i>deleted before the report</i> : text}
                </p>
                {pictures.map((picture) => (
                  <div key={picture.id} className={styles.evidence}>
                    <PrivatePicture
                      address={`/threads/${thread_id}/pictures`}
                      picture={picture}
                      size="small"
                      alt={`Picture from ${names[from]}`}
                    />
                  </div>
                ))}
              </div>
            ))}
          </details>
        </>
      }
    >
      <Button look="secondary" busy={busy} onClick={() => void close()}>
        Close
      </Button>
    </Row>
  );
}
