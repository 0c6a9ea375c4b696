import { getQueryKey } from '@trpc/react-query';
import { trpc } from '#client/lib/trpc.ts';
import { auditActions } from '#shared/audit.ts';
import { AdminList } from './admin-list.tsx';
import { Row } from './row.tsx';
import { When } from './when.tsx';

export function AuditPanel() {
  const { client } = trpc.useUtils();
  return (
    <AdminList
      queryKey={getQueryKey(trpc.admin.audit, {}, 'infinite')}
      load={(page) => client.admin.audit.query(page)}
      failedText="Failed to load the audit log."
      empty={{ text: 'No actions yet.', advice: 'Changes by admins show up here.' }}
      row={({ id, action, actor, subject, subject_id, created_at }) => (
        <Row
          key={id}
          title={`${action.replace('.', ' ')} · ${subject ?? subject_id ?? auditActions['job.retried']}`}
          about={
            <>
              {actor ? (actor.email ?? 'a former admin') : 'command line'} · <When at={created_at} />
            </>
          }
        />
      )}
    />
  );
}
