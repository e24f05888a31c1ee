const CONNECT_MS = 3_000

/** How a client of S3 is set up for s3://key:secret@host/bucket?region=…, by https; s3+http: is the same without it. */
export const createS3Options = (
  { protocol, username, password, host, searchParams }: URL,
  { requestMs, maxAttempts }: { requestMs: number; maxAttempts: number },
) => ({
  endpoint: `${protocol === 's3:' ? 'https' : 'http'}://${host}`,
  credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
  region: searchParams.get('region') ?? 'us-east-1',
  forcePathStyle: true,
  // Not every store that speaks S3 knows these.
  requestChecksumCalculation: 'WHEN_REQUIRED' as const,
  responseChecksumValidation: 'WHEN_REQUIRED' as const,
  requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: requestMs, throwOnRequestTimeout: true },
  maxAttempts,
})
