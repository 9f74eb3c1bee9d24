import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readQr } from '../../components/engine/read-qr.ts'
import { Dialog } from '../../ui/dialog.tsx'

const BETWEEN_LOOKS_MS = 200

/** Looks at the camera until there is a code in the picture. */
export function ScanDialog({ onFound, onClose }: { onFound: (text: string) => void; onClose: () => void }) {
  const t = useTranslations('codec.scan')
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'waiting' | 'looking' | 'refused'>('waiting')
  const found = useEffectEvent(onFound)
  useEffect(() => {
    const closing = new AbortController()
    const isOpen = () => !closing.signal.aborted
    let stream: MediaStream | undefined
    const look = async () => {
      const shown = video.current
      // Over plain http the browser has no camera for a page.
      const devices = navigator.mediaDevices as MediaDevices | undefined
      stream = await devices?.getUserMedia({ video: { facingMode: 'environment' } })
      if (!isOpen()) return stop(stream)
      if (!stream || !shown) return setState('refused')
      shown.srcObject = stream
      await shown.play()
      setState('looking')
      // The camera is on for as long as the window is open: whoever closes it ends this.
      while (isOpen()) {
        const [text] = (await readQr(await pictureOf(shown))) ?? []
        if (text !== undefined && isOpen()) return found(text)
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS))
      }
    }
    look().catch(() => isOpen() && setState('refused'))
    return () => {
      closing.abort()
      stop(stream)
    }
  }, [])
  return (
    <Dialog open title={t('title')} onClose={onClose} data-testid="codec-scan-dialog">
      <p className="mb-3 text-sm text-muted" role="status">
        {state === 'looking' ? t('hint') : t(state)}
      </p>
      <video
        ref={video}
        muted
        playsInline
        className={`w-full rounded-lg bg-sunken ${state === 'refused' ? 'hidden' : ''}`}
      />
    </Dialog>
  )
}

function stop(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

async function pictureOf(video: HTMLVideoElement): Promise<Blob> {
  const canvas = new OffscreenCanvas(Math.max(1, video.videoWidth), Math.max(1, video.videoHeight))
  canvas.getContext('2d')!.drawImage(video, 0, 0)
  return canvas.convertToBlob()
}
