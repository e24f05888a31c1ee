import { readFromDevice, saveOnDevice } from '../../lib/browser/device-storage.ts'

const getKey = (businessid: string | undefined) => `announcements-height:${businessid}`

/** The height in px that the announcements had the last time in this browser; null before the first time. */
export function readHeight(businessid: string | undefined) {
  const height = readFromDevice(getKey(businessid))
  return height === null ? null : Number(height)
}

export const saveHeight = (businessid: string | undefined, height: number) => saveOnDevice(getKey(businessid), String(height))
