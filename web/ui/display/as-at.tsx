/** '14:05': the time of figures that were read from a replica. */
export const AsAt = ({ time }: { time: string }) => <p className="grey tiny digits nowrap">Updated {time}</p>
