const getKey = (businessid: string | undefined) => `announcements-height:${businessid}`

/** The height in px that the announcements had the last time in this browser; null before the first time. */
export function readHeight(businessid: string | undefined) {
  const height = localStorage.getItem(getKey(businessid))
  return height === null ? null : Number(height)
}

export const saveHeight = (businessid: string | undefined, height: number) =>
  localStorage.setItem(getKey(businessid), String(height))
