import { PictureUpload } from '#client/features/pictures/picture-upload.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pages } from '#shared/pages.ts';

export function AdminUpload() {
  return (
    <Page title={pages.adminUpload.title} width="middle">
      <PageHeading
        lead={'Pictures for the landing page and other places. JPEG, PNG, WebP, AVIF or GIF, up to 10\u00a0MB each.'}
      >
        Upload images
      </PageHeading>
      <PictureUpload />
    </Page>
  );
}
