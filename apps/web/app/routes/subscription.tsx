import { useParams } from 'react-router'
import { NarrowPage } from '../features/shell/narrow-page.tsx'
import { OutputPage } from '../features/subscribe/output-page.tsx'

export default function SubscriptionRoute() {
  const { id = '' } = useParams()
  return (
    <NarrowPage>
      <OutputPage key={id} id={id} />
    </NarrowPage>
  )
}
