import { getQueryKey } from '@trpc/react-query';
import { trpc } from '#client/lib/trpc.ts';
import { dot } from '#client/ui/dot.ts';
import { type AuditAction, auditActions } from '#shared/audit.ts';
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
          title={`${action.replace('.', ' ')}${dot}${subject ?? subject_id ?? auditActions[action as AuditAction]}`}
          about={
            <>
              {actor ? (actor.email ?? 'a former admin') : 'command line'}
              {dot}
              <When at={created_at} />
            </>
          }
        />
      )}
    />
  );
}
