import { ImportSteps } from '#client/features/contacts/import-steps.tsx';
import { UndoableImports } from '#client/features/contacts/undoable-imports.tsx';
import { ReturnToDashboard } from '#client/features/dashboard/dashboard-fallbacks.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pages } from '#shared/pages.ts';

const { title } = pages.importContacts;

/** Clients from a file in three steps: chosen, looked at, added (contract 18). */
export function ImportContacts() {
  return (
    <Page title={title}>
      <PageHeading lead="Move your client list over in a minute. We don't email anyone.">{title}</PageHeading>
      <ImportSteps />
      <UndoableImports />
      <ReturnToDashboard />
    </Page>
  );
}
