import { afterAll, expect, test } from 'vitest'
import { createOwner } from '../../../testing/clients.ts'
import { readSales } from '../../../testing/sales-imports.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

/** The titles of sales that are public as examples, with rows of our own, and what is right in rand. */
const SHAPES: [what: string, file: string, expected: object][] = [
  [
    'orders with a profit and a share of discount that the sales have already',
    'Row ID,Order ID,Order Date,Ship Date,Ship Mode,Customer ID,Customer Name,Segment,Country,City,State,Postal Code,Region,Product ID,Category,Sub-Category,Product Name,Sales,Quantity,Discount,Profit\n' +
      '1,CA-1,10/28/2026,10/30/2026,Second Class,CG-1,A,Consumer,X,Y,Z,42420,South,FUR-1,Furniture,Bookcases,Bookcase,261.9600,2,0,41.9136\n' +
      '2,CA-1,10/28/2026,10/30/2026,Second Class,CG-1,A,Consumer,X,Y,Z,42420,South,FUR-2,Furniture,Chairs,Chair,731.9400,3,0.2,219.5820\n',
    { new: 1, amount: 993.9 },
  ],
  [
    'items of a bakery without amounts',
    'Transaction,Item,date_time,period_day,weekday_weekend\n1,Bread,30-10-2026 09:58,morning,weekend\n',
    { preview: null },
  ],
  [
    'tickets of a bakery with the currency behind the price',
    ',date,time,ticket_number,article,Quantity,unit_price\n0,2026-01-02,08:38,150040.0,BAGUETTE,1.0,"0,90 €"\n1,2026-01-02,08:38,150040.0,PAIN,3.0,"1,20 €"\n4,2026-01-02,09:14,150041.0,PAIN,2.0,"1,15 €"\n',
    { new: 2, amount: 6.8 },
  ],
  [
    'fast food with a word for the time',
    'order_id,date,item_name,item_type,item_price,quantity,transaction_amount,transaction_type,received_by,time_of_sale\n1,07-03-2026,Aalopuri,Fastfood,20,13,260,,Mr.,Night\n2,8/23/2026,Vadapav,Fastfood,20,15,300,Cash,Mr.,Afternoon\n',
    { new: 2, amount: 560, rejected: 0 },
  ],
  [
    'a café with the total spent',
    'Transaction ID,Item,Quantity,Price Per Unit,Total Spent,Payment Method,Transaction Date\nTXN_1,Coffee,2,2.0,4.0,Credit Card,2026-09-08\nTXN_2,Cake,,4.0,16.0,Cash,2026-09-09\n',
    { new: 2, amount: 20 },
  ],
  [
    'invoices with a quantity that is called total',
    'invoice_id,invoice_date,customer_id,domestic_sale,item_types_purchased,total_quantity,total_price\n489434,12/1/09 7:45,13085.0,True,8,166,505.3\n489435,12/13/09 7:46,13085.0,True,4,60,145.79999999999998\n',
    { new: 2, amount: 651.1 },
  ],
  [
    'a supermarket with cost, margin and rating',
    'Invoice ID,Branch,City,Customer type,Gender,Product line,Unit price,Quantity,Tax 5%,Total,Date,Time,Payment,cogs,gross margin percentage,gross income,Rating\n' +
      '750-67-8428,A,Yangon,Member,Female,Health and beauty,74.69,7,26.1415,548.9715,1/5/2026,13:08,Ewallet,522.83,4.761904762,26.1415,9.1\n' +
      '226-31-3081,A,Yangon,Normal,Female,Electronic accessories,15.28,5,3.82,80.22,3/28/2026,10:29,Cash,76.4,4.761904762,3.82,9.6\n',
    { new: 2, amount: 629.19 },
  ],
  [
    'lines of an online shop with cancelled invoices',
    'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n536365,85123A,LANTERN,6,12/13/2025 8:26,2.55,17850.0,UK\nC536379,D,Discount,-1,12/13/2025 9:41,27.50,14527.0,UK\n',
    { new: 2, amount: -12.2, refunds: 1 },
  ],
]

test.each(SHAPES)('a public file: %s', async (_what, file, expected) => {
  const owner = await createOwner(server)
  const { columns, preview } = await readSales(owner, file, { sites: JSON.stringify({ A: owner.siteid }) })
  expect(columns.filter(({ is_asked }) => is_asked)).toEqual([])
  expect({ preview, ...preview }).toMatchObject(expected)
})
