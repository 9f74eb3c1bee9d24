import { Terms } from '../features/articles/terms.tsx'
import { NarrowPage } from '../features/shell/narrow-page.tsx'

export default function TermsRoute() {
  return (
    <NarrowPage>
      <Terms />
    </NarrowPage>
  )
}
