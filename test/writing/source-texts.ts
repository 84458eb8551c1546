/** Texts that questions are written from in tests. */
export const BREAD = `Baking bread at home

A baker mixes flour, water, salt and yeast in a large bowl until no dry flour remains. The dough rests for half an hour before kneading, because the flour absorbs the water slowly. Kneading stretches the gluten, which later holds the bubbles of gas inside the loaf.

During fermentation the yeast consumes sugar and releases carbon dioxide. A warm kitchen makes the dough rise within ninety minutes, while a cold cellar delays it until the next morning. Bakers press a finger into the dough: if the hollow returns slowly, the dough is ready for shaping.

The shaped loaf rests in a basket covered with linen. Before baking, the baker cuts the surface with a sharp blade, so that the crust opens where it should. Steam in the oven keeps the surface soft during the first minutes, and the loaf expands fully.

A loaf is finished when its bottom sounds hollow under a knock. It cools on a wooden rack for at least one hour, because the crumb is still moist and would stick to the knife. Sourdough bread keeps longer than bread raised with yeast, since its acids slow the growth of mould.
`;

export const LIGHTHOUSE_ZH = `灯塔看守

灯塔看守人每天日落前点亮主灯，并检查备用电池是否充足。透镜表面的盐雾必须在清晨擦拭干净，否则光束的射程会明显缩短。看守人把风向、能见度和过往船只记录在值班日志中。

大雾来临时，看守人会启动雾笛，每隔三十秒鸣响一次。雾笛的压缩空气由地下室的机器提供，机器需要每周加注润滑油。如果主灯发生故障，看守人应在五分钟之内换上备用灯泡，并通过无线电通知海岸管理站。

冬季的补给船每个月只来一次，因此粮食和燃料要提前储存。看守人用雨水桶收集饮用水，煮沸之后才能饮用。灯塔的铁梯容易生锈，每年春天都要重新刷漆。
`;
