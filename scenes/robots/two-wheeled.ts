/** A small robot on two driven wheels and a ball: sizes, mass and speed after a public data sheet, shapes of its own. */
export const TWO_WHEELED = `<?xml version="1.0"?>
<robot name="two-wheeled">
  <link name="footprint"/>
  <joint name="footprint_joint" type="fixed"><parent link="footprint"/><child link="chassis"/><origin xyz="0 0 0.033"/></joint>
  <link name="chassis">
    <inertial><origin xyz="-0.02 0 0.04"/><mass value="0.83"/><inertia ixx="0.0024" ixy="0" ixz="0" iyy="0.0024" iyz="0" izz="0.0023"/></inertial>
    <collision><origin xyz="-0.032 0 0.06"/><geometry><box size="0.14 0.13 0.11"/></geometry></collision>
    <collision name="caster"><origin xyz="-0.081 0 -0.023"/><geometry><sphere radius="0.01"/></geometry></collision>
  </link>
  <joint name="left_wheel" type="continuous">
    <parent link="chassis"/><child link="left"/><origin xyz="0 0.08 0"/><axis xyz="0 1 0"/>
    <limit effort="1.5" velocity="6.67"/><dynamics damping="0.002"/>
  </joint>
  <link name="left">
    <inertial><mass value="0.0285"/><inertia ixx="8.9e-6" ixy="0" ixz="0" iyy="1.55e-5" iyz="0" izz="8.9e-6"/></inertial>
    <collision><origin rpy="1.5707963267948966 0 0"/><geometry><cylinder radius="0.033" length="0.018"/></geometry></collision>
  </link>
  <joint name="right_wheel" type="continuous">
    <parent link="chassis"/><child link="right"/><origin xyz="0 -0.08 0"/><axis xyz="0 1 0"/>
    <limit effort="1.5" velocity="6.67"/><dynamics damping="0.002"/>
  </joint>
  <link name="right">
    <inertial><mass value="0.0285"/><inertia ixx="8.9e-6" ixy="0" ixz="0" iyy="1.55e-5" iyz="0" izz="8.9e-6"/></inertial>
    <collision><origin rpy="1.5707963267948966 0 0"/><geometry><cylinder radius="0.033" length="0.018"/></geometry></collision>
  </link>
  <gazebo reference="left"><mu1>0.8</mu1></gazebo>
</robot>
`;
