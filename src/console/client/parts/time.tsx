const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})

/** A moment of today, to the second; in full for who asks. */
export const Time = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={at}>
    {clock.format(new Date(at))}
  </time>
)

export const milliseconds = (duration: number): string =>
  duration < 10
    ? `${duration.toFixed(1)} ms`
    : duration < 10_000
      ? `${Math.round(duration)} ms`
      : `${(duration / 1000).toFixed(1)} s`
