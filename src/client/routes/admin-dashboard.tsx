import { useSearchParams } from 'react-router';
import { AuditPanel } from '#client/features/admin/audit-panel.tsx';
import { FeedbackPanel } from '#client/features/admin/feedback-panel.tsx';
import { JobsPanel } from '#client/features/admin/jobs-panel.tsx';
import { OverviewPanel } from '#client/features/admin/overview-panel.tsx';
import { ReportsPanel } from '#client/features/admin/reports-panel.tsx';
import { ReviewsPanel } from '#client/features/admin/reviews-panel.tsx';
import { UsersPanel } from '#client/features/admin/users-panel.tsx';
import { WaitlistPanel } from '#client/features/admin/waitlist-panel.tsx';
import { useSession } from '#client/lib/session.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { PagePart } from '#client/ui/page-part.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { pagePath, pages } from '#shared/pages.ts';

const panels = {
  overview: ['Overview', OverviewPanel],
  waitlist: ['Waitlist', WaitlistPanel],
  users: ['Users', UsersPanel],
  reviews: ['Reviews', ReviewsPanel],
  reports: ['Reports', ReportsPanel],
  feedback: ['Feedback', FeedbackPanel],
  jobs: ['Failed jobs', JobsPanel],
  audit: ['Audit log', AuditPanel],
} as const;
const tabNames = Object.keys(panels) as (keyof typeof panels)[];

/** For the people who run the marketplace (contract 6). The tab stands in the query, for reload and Back. */
export function AdminDashboard() {
  const email = useSession((session) => session.email);
  const [query, setQuery] = useSearchParams();
  return (
    <Page title={pages.adminDashboard.title}>
      <PageHeading lead={email && `Logged in as ${email}`}>Admin dashboard</PageHeading>
      <p>
        <ButtonLink to={pagePath('adminUpload')} look="secondary">
          Upload images
        </ButtonLink>
      </p>
      <Tabs
        label="Admin"
        look="pills"
        value={tabNames.find((name) => name === query.get('tab')) ?? 'overview'}
        onChange={(tab) => setQuery(tab === 'overview' ? {} : { tab }, { replace: true })}
        tabs={tabNames.map((value) => {
          const [label, Panel] = panels[value];
          return {
            value,
            label,
            panel: (
              <PagePart>
                <Panel />
              </PagePart>
            ),
          };
        })}
      />
    </Page>
  );
}
