import type { IncomingMessage } from 'node:http'

/** Whether bytes of a file are sent, which may take long. */
export const isUpload = ({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean =>
  method === 'PUT' && /^\/api\/minio\/file(\?|$)/.test(url)
