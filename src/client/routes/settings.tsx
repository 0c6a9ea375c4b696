import { CalendarSection } from '#client/features/settings/calendar-section.tsx';
import { PasswordSection } from '#client/features/settings/password-section.tsx';
import { PreferencesSection } from '#client/features/settings/preferences-section.tsx';
import { SessionsSection } from '#client/features/settings/sessions-section.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pages } from '#shared/pages.ts';

/** Contract 6. Each section loads, fails and saves by itself. */
export function Settings() {
  const { title } = pages.settings;
  return (
    <Page title={title} width="middle">
      <PageHeading>{title}</PageHeading>
      <PreferencesSection />
      <CalendarSection />
      <PasswordSection />
      <SessionsSection />
    </Page>
  );
}
