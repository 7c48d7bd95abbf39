import { useProductionExpressions } from '../engine.ts';
import { assignments } from '../service.ts';
import { useService } from './useService.ts';
const used = useService();
const EXPR = [
 'new Date(0)', '$now.setZone("Asia/Tokyo").set({year:2030,month:1,day:31,hour:1,minute:2,second:3,millisecond:4})', 'DateTime.fromISO("2030-01-31T01:02:03.004", {zone:"Asia/Tokyo"})', 'Duration.fromObject({hours:1,minutes:30})', 'Interval.after(DateTime.fromISO("2030-01-31T00:00:00Z",{zone:"utc"}), {days:1})',
 '[1, undefined, 2]', '[1,,2]', 'new Array(2)', 'NaN','Infinity','-Infinity','12345678901234567890n','[5n]', '(()=>{const a={};a.self=a;return a})()', 'new Uint8Array([1,2])','new ArrayBuffer(2)','Buffer.from("x")','new Map([["a",1]])','new Set([1])','() => 1','Symbol("x")','new Date(NaN)','DateTime.invalid("x")','"a\\ud83d"','undefined','null','$json.missing','$json.missing.deeper', 'JSON.parse("x")', 'nowhere.at.all', 'new RegExp("x")', 'new Error("x")', '(()=>{let v=1; for(let i=0;i<300;i++) v=[v]; return v})()', '(()=>{let v=1; for(let i=0;i<100000;i++) v=[v]; return v})()','$json','$input.item.json','$input.all()','[new Date(0)]','({a:new Date(0), b:[$now.setZone("Asia/Tokyo")]})','$today','({a:undefined,b:1})', '-0', '2**53', 'new Intl.NumberFormat("de")', '$binary', 'new String("x")','Promise.resolve(1)', '(async()=>1)()', 'class A{}', 'globalThis', '$execution', '$("Start").item', '[].constructor',
 '"é😀"', '{{a:1}}'
];
async function go(label:string){
 const rows:string[]=[];
 for (const e of EXPR) {
  used.service.log.clear();
  const r = await used.run({operation:'create', fieldData: assignments(['value', `={{ ${e} }}`, 'any']), options:{allowEmpty:true}}, [{json:{n:1,d:{x:[1]}}}]);
  const b = used.service.log.entries.map(x=>x.body.toString().slice(0,150)).join('|');
  used.service.log.clear();
  const r2 = await used.run({operation:'create', fieldDataMode:'json', fieldDataJson: `={{ ({value: ${e}}) }}`, options:{allowEmpty:true}}, [{json:{n:1,d:{x:[1]}}}]);
  const b2 = used.service.log.entries.map(x=>x.body.toString().slice(0,150)).join('|');
  rows.push(`${e.slice(0,60).padEnd(60)} => ${b} ${r.error?.message??''} || ${b2} ${r2.error?.message??''}`);
 }
 require('node:fs').writeFileSync(`/tmp/spike-${label}.txt`, rows.join('\n'));
}
test('legacy', async()=>{ await go('legacy'); }, 60000);
test('vm', async()=>{ await useProductionExpressions(); await go('vm'); }, 60000);
