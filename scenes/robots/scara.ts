/** A SCARA robot of 0.6 m reach and 0.2 m stroke: reach, stroke and speeds after a public data sheet, the rest its own. */
export const SCARA = `<?xml version="1.0"?>
<robot name="scara">
  <link name="pedestal">
    <inertial><origin xyz="0 0 0.15"/><mass value="10"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.05"/></inertial>
    <collision><origin xyz="0 0 0.15"/><geometry><box size="0.15 0.15 0.3"/></geometry></collision>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="pedestal"/><child link="arm_1"/><origin xyz="0 0 0.34"/><axis xyz="0 0 1"/>
    <limit lower="-2.3038" upper="2.3038" effort="100" velocity="7.85"/><dynamics damping="1"/>
  </joint>
  <link name="arm_1">
    <inertial><origin xyz="0.16 0 0"/><mass value="6"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.06" iyz="0" izz="0.06"/></inertial>
    <collision><origin xyz="0.1625 0 0"/><geometry><box size="0.4 0.1 0.07"/></geometry></collision>
  </link>
  <joint name="elbow" type="revolute">
    <parent link="arm_1"/><child link="arm_2"/><origin xyz="0.325 0 0.09"/><axis xyz="0 0 1"/>
    <limit lower="-2.618" upper="2.618" effort="50" velocity="11.8"/><dynamics damping="0.5"/>
  </joint>
  <link name="arm_2">
    <inertial><origin xyz="0.15 0 0.03"/><mass value="5"/><inertia ixx="0.012" ixy="0" ixz="-0.003" iyy="0.04" iyz="0" izz="0.035"/></inertial>
    <collision><origin xyz="0.12 0 0.03"/><geometry><box size="0.34 0.1 0.1"/></geometry></collision>
  </link>
  <joint name="quill" type="prismatic">
    <parent link="arm_2"/><child link="shaft"/><origin xyz="0.275 0 0"/><axis xyz="0 0 -1"/>
    <limit lower="0" upper="0.2" effort="150" velocity="1.1"/><dynamics damping="20" friction="2"/>
  </joint>
  <link name="shaft">
    <inertial><mass value="0.6"/><inertia ixx="0.008" ixy="0" ixz="0" iyy="0.008" iyz="0" izz="0.0004"/></inertial>
  </link>
  <joint name="spin" type="continuous">
    <parent link="shaft"/><child link="spindle"/><axis xyz="0 0 -1"/>
    <limit effort="8" velocity="34.9"/>
  </joint>
  <link name="spindle">
    <inertial><origin xyz="0 0 -0.05"/><mass value="0.9"/><inertia ixx="0.009" ixy="0" ixz="0" iyy="0.009" iyz="0" izz="0.0005"/></inertial>
    <collision><origin xyz="0 0 0.02"/><geometry><cylinder radius="0.0125" length="0.42"/></geometry></collision>
  </link>
</robot>
`;
