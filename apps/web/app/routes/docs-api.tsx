import { ApiDocs } from '../features/api-docs/api-docs.tsx'
import { NarrowPage } from '../features/shell/narrow-page.tsx'

export default function DocsApiRoute() {
  return (
    <NarrowPage isWide>
      <ApiDocs />
    </NarrowPage>
  )
}
