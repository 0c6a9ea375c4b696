import { DeviceSection } from '#client/features/push/device-section.tsx';
import { CalendarSection } from '#client/features/settings/calendar-section.tsx';
import { DataSection } from '#client/features/settings/data-section.tsx';
import { DeleteSection } from '#client/features/settings/delete-section.tsx';
import { EmailSection } from '#client/features/settings/email-section.tsx';
import { PasswordSection } from '#client/features/settings/password-section.tsx';
import { PreferencesSection } from '#client/features/settings/preferences-section.tsx';
import { SessionsSection } from '#client/features/settings/sessions-section.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pages } from '#shared/pages.ts';

/**
 * Contract 6: what is changed often comes first, what cannot be undone last. Each section loads, fails and saves by
 * itself.
 */
export function Settings() {
  const { title } = pages.settings;
  return (
    <Page title={title}>
      <PageHeading>{title}</PageHeading>
      <PreferencesSection />
      <DeviceSection />
      <CalendarSection />
      <EmailSection />
      <PasswordSection />
      <SessionsSection />
      <DataSection />
      <DeleteSection />
    </Page>
  );
}
