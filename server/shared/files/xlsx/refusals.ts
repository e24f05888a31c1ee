const SAVE_AS_CSV = 'In Excel or Google Sheets, save the sheet as “CSV UTF-8” and choose that file.'

export const UNREADABLE = `This workbook cannot be read. ${SAVE_AS_CSV}`
export const TOO_LARGE = `This workbook is too large. ${SAVE_AS_CSV}`
